import type { AboutBackend } from './about-backend.ts'
import type { Connection } from './connection.ts'

/** Asks the server over HTTP what it is. */
export function createHttpAbout({ get }: Connection): AboutBackend {
  return { readAbout: signal => get('about', {}, signal) }
}
