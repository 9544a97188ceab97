import { hostname, userInfo } from 'node:os'

/** Who writes logs, and on which computer. */
export type LogWriter = { readonly person: string; readonly host: string }

/** As the variables say, where neither the system's user nor its name mean anything to people: in containers and CI. */
export function findLogWriter(env: Readonly<Record<string, string | undefined>>): LogWriter {
  return {
    person: env[PERSON_VARIABLE] || readUser(),
    host: env[HOST_VARIABLE] || hostname(),
  }
}

const PERSON_VARIABLE = 'ANTIPHON_PERSON'
const HOST_VARIABLE = 'ANTIPHON_HOST'

/** For a person who wants to go on elsewhere. */
export function formatLogWriter({ person, host }: LogWriter): string {
  return `${person} on ${host}`
}

function readUser(): string {
  try {
    return userInfo().username
  } catch {
    // Containers may run as a user without a name.
    return 'somebody'
  }
}
