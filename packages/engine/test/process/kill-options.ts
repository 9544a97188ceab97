/** What the process that will be killed is told. */
export type KillOptions = {
  readonly folder: string
  readonly url: string
  readonly prompt: string
  /** Whether it sums up the conversation after the prompt. */
  readonly compacts: boolean
  /** A prompt that it takes while the turn runs. */
  readonly queued?: string
}

export const MODEL = 'claude-opus-5-5'
export const SESSION = '22222222-2222-4222-8222-222222222222'

/** Where it notes what it was promised and where it is: `[word, what]` a line. */
export const NOTES = 'notes'
/** Where its tool leaves a trace of each run: `[begin|end, id of the call]` a line. */
export const EFFECTS = 'effects'
/** Where its log is. */
export const ROOT = 'root'
