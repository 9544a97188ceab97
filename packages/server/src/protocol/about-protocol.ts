/** What the server is. */
export interface AboutClient {
  readAbout(signal: AbortSignal): Promise<About>
}

export type About = {
  readonly version: string
  /** Whether the sessions are the bundled ones, since there were no others when the server began. */
  readonly hasExamples: boolean
}
