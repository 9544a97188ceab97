import { COPY_REFUSAL, isCopyRoot } from '@antiphon/readers/places'
import type { Refused } from '../person/rename-session.ts'

export { COPY_REFUSAL }

/** Refuses to write a session that is another agent's; null where it is the person's own. */
export function refuseCopy({ root }: { readonly root: string | null }): Refused | null {
  return root !== null && isCopyRoot(root) ? { refusal: COPY_REFUSAL } : null
}
