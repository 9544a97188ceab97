import type { ChatClient } from './chat-protocol.ts'
import type { DoctorClient } from './doctor-protocol.ts'
import type { LogClient } from './log-protocol.ts'
import type { ModelClient } from './model-protocol.ts'
import type { NumbersClient } from './numbers-protocol.ts'

/** What the page asks for; the local server answers over HTTP. Its types and its routes are the server's, too. */
export type Client = AboutClient & LogClient & NumbersClient & DoctorClient & ModelClient & ChatClient

/** What the server is. */
export interface AboutClient {
  readAbout(signal: AbortSignal): Promise<About>
}

export type About = {
  readonly version: string
  /** Whether the sessions are the bundled ones, since there were no others when the server began. */
  readonly hasExamples: boolean
}
