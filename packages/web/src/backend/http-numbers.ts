import type { Connection } from './connection.ts'
import type { NumbersBackend } from './numbers-backend.ts'

/** Asks the server for numbers over HTTP. */
export function createHttpNumbers({ lines }: Connection): NumbersBackend {
  return {
    readNumbers: (question, signal) => lines('numbers', question, signal),
    readContext: (question, signal) => lines('numbers/context', question, signal),
    readCacheBreaks: (question, signal) => lines('numbers/cache-breaks', question, signal),
    readReferences: (question, signal) => lines('numbers/references', question, signal),
    readCosts: signal => lines('numbers/sessions', {}, signal),
  }
}
