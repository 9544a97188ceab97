import { COPY_REFUSAL, isCopyRoot } from '@antiphon/readers/places'
import type { ConversionTarget } from '@antiphon/transcript'
import type { Refused } from '../person/rename-session.ts'

export { COPY_REFUSAL }

/** Refuses to write a session that is another agent's; null where it is the person's own. */
export function refuseCopy({ root }: { readonly root: string | null }): Refused | null {
  return root !== null && isCopyRoot(root) ? { refusal: COPY_REFUSAL } : null
}

/** The same of going on with one, with the words that make a session of it. */
export function refuseToGoOn(
  { root }: { readonly root: string | null },
  session: string,
  target: ConversionTarget,
): string | null {
  if (root === null || !isCopyRoot(root)) return null
  return `It is another agent's session. Make one of it that can be gone on with: antiphon convert ${session} --to ${target}`
}
