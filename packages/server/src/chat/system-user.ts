import { userInfo } from 'node:os'
import { cleanPersonName } from '@antiphon/core'

/** What to call a person of this machine who has not said their name; empty where the system does not know. */
export function readSystemUser(): string {
  try {
    return cleanPersonName(userInfo().username)
  } catch {
    // Containers may run as a user without a name.
    return ''
  }
}
