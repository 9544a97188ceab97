import type { Connection } from './connection.ts'
import type { ModelBackend } from './model-backend.ts'

/** Asks the server over HTTP. */
export function createHttpModel({ get }: Connection): ModelBackend {
  return {
    readModelView: (options, signal) => get('model', options, signal),
    readWholeRequest: (options, signal) => get('model/request', options, signal),
    readToolTrace: (options, signal) => get('model/trace', options, signal),
  }
}
