import type { AboutClient } from './about-protocol.ts'
import type { ChatClient } from './chat-protocol.ts'
import type { DoctorClient } from './doctor-protocol.ts'
import type { LogClient } from './log-protocol.ts'
import type { ModelClient } from './model-protocol.ts'
import type { NumbersClient } from './numbers-protocol.ts'

/** What the page asks for; the local server answers over HTTP. Its types and its routes are the server's, too. */
export type Client = AboutClient & LogClient & NumbersClient & DoctorClient & ModelClient & ChatClient
