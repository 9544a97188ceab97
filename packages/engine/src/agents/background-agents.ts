import type { TaskInfo } from './task-event.ts'

/** Agents that go on while the conversation does something else. */
export interface BackgroundAgents {
  /** Those that run and that nobody ended. */
  list(): readonly TaskInfo[]
  /** Lets one run; its signal is aborted when it has to end, and it leaves the list when it says so, or at its end. */
  start(task: TaskInfo, work: (signal: AbortSignal, leave: () => void) => Promise<void>): void
  /** Ends one of them, or all; gives those that it ended. */
  end(taskId?: string): readonly TaskInfo[]
  /** Resolves when none works any more, not even one that was told to end. */
  settled(): Promise<void>
}

/** None yet. `onChange` hears of each change of the list. */
export function createBackgroundAgents(onChange: (tasks: readonly TaskInfo[]) => void): BackgroundAgents {
  const running = new Map<string, { readonly task: TaskInfo; readonly controller: AbortController }>()
  const works = new Set<Promise<void>>()
  const list = (): readonly TaskInfo[] => [...running.values()].map(({ task }) => task)

  function remove(ids: readonly string[]): void {
    const gone = ids.filter(id => running.delete(id))
    if (gone.length > 0) onChange(list())
  }

  return {
    list,
    start(task, work) {
      const controller = new AbortController()
      running.set(task.taskId, { task, controller })
      onChange(list())
      // Work tells of its own failures; here it only ends.
      const leave = (): void => remove([task.taskId])
      const done = work(controller.signal, leave)
        .catch(() => undefined)
        .then(() => {
          works.delete(done)
          leave()
        })
      works.add(done)
    },
    end(taskId) {
      const ended = [...running.values()].filter(({ task }) => taskId === undefined || task.taskId === taskId)
      for (const { controller } of ended) controller.abort()
      remove(ended.map(({ task }) => task.taskId))
      return ended.map(({ task }) => task)
    },
    async settled() {
      await Promise.all(works)
    },
  }
}
