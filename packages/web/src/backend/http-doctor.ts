import type { Connection } from './connection.ts'
import type { DoctorBackend } from './doctor-backend.ts'

/** Asks the server over HTTP. */
export function createHttpDoctor(_connection: Connection): DoctorBackend {
  return {}
}
