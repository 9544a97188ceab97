import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { Place } from '../story/compute-story.ts'
import { useSessionContext } from '../story/session-context.ts'

/** Says how much of an entry was left out, and loads it. Nothing where it is whole. */
export function LoadWhole({ place }: { readonly place: Place | undefined }): ReactElement | null {
  const texts = useTexts()
  const { loadWhole } = useSessionContext()
  if (!place || place.placed.cut === 0) return null
  const { seq, cut } = place.placed
  return (
    <button type="button" className="action is-shown" onClick={() => loadWhole(seq)}>
      {texts.loadWhole(cut)}
    </button>
  )
}
