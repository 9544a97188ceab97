import type { Connection } from './connection.ts'
import type { DoctorBackend } from './doctor-backend.ts'

/** Asks the server over HTTP. */
export function createHttpDoctor({ get, lines, post }: Connection): DoctorBackend {
  return {
    examineAll: signal => lines('doctor', {}, signal),
    examineSession: (options, signal) => get('doctor/session', options, signal),
    mendSession: options => post('doctor/mend', options),
  }
}
