import type { Connection } from './connection.ts'
import type { NumbersBackend } from './numbers-backend.ts'

/** Asks the server over HTTP. */
export function createHttpNumbers(_connection: Connection): NumbersBackend {
  return {}
}
