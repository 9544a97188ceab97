import type { You } from './route-access.ts'

export type About = {
  readonly version: string
  /** Whether the sessions are the bundled ones, since there were no others when the server began. */
  readonly hasExamples: boolean
  /** Who asks. */
  readonly you: You
}
