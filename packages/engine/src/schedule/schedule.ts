import type { ScheduledTask, TaskState } from './scheduled-task.ts'

/** The prompts that are to be said in a session at their times. */
export interface Schedule {
  /** Those that are still to come, or were missed. */
  list(): Promise<readonly TaskState[]>
  /** Resolves when it is safe, or lives in this process where it need not outlast it; throws where there are too many. */
  add(
    task: Omit<ScheduledTask, 'id' | 'createdAt'>,
    options: { readonly isDurable: boolean },
  ): Promise<TaskState>
  /** False where there is no such task. */
  cancel(id: string): Promise<boolean>
}

/** More than anybody means; each costs a turn whenever it is due. */
export const MAX_TASKS = 50
export const MAX_PROMPT_UNITS = 20_000
