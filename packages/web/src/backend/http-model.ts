import type { Connection } from './connection.ts'
import type { ModelBackend } from './model-backend.ts'

/** Asks the server over HTTP. */
export function createHttpModel(_connection: Connection): ModelBackend {
  return {}
}
