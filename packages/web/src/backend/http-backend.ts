import type { Backend } from './backend.ts'
import { createConnection } from './connection.ts'
import { createHttpAbout } from './http-about.ts'
import { createHttpChat } from './http-chat.ts'
import { createHttpDoctor } from './http-doctor.ts'
import { createHttpLogs } from './http-logs.ts'
import { createHttpModel } from './http-model.ts'
import { createHttpNumbers } from './http-numbers.ts'

export type HttpBackend = Backend & {
  /** Trades the token of the link for a cookie. */
  login(token: string): Promise<void>
}

/** The local server behind the page; `base` is its origin. */
export function createHttpBackend(base: string): HttpBackend {
  const connection = createConnection(base)
  return {
    ...createHttpAbout(connection),
    ...createHttpLogs(connection),
    ...createHttpNumbers(connection),
    ...createHttpDoctor(connection),
    ...createHttpModel(connection),
    ...createHttpChat(connection),
    login: token => connection.post('login', { token }),
  }
}
