import { Columns2, Play, Share } from 'lucide-react'
import type { ReactElement } from 'react'
import { usePageActions } from '../page/page-actions.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, goTo } from '../page/route.ts'

/** Where a session can be handed on, compared and told again; also in the palette. */
export function ShareLinks({ id }: { readonly id: string }): ReactElement {
  const texts = useTexts().share
  usePageActions(() => [
    { id: 'share', icon: Share, label: texts.title, run: () => goTo({ kind: 'share', id }) },
    { id: 'compare', icon: Columns2, label: texts.compareWith, run: () => goTo({ kind: 'compare', id }) },
    { id: 'replay', icon: Play, label: texts.replay, run: () => goTo({ kind: 'replay', id }) },
  ])
  return (
    <>
      <a href={formatRoute({ kind: 'share', id })}>{texts.title}</a>
      <a href={formatRoute({ kind: 'compare', id })}>{texts.compareWith}</a>
      <a href={formatRoute({ kind: 'replay', id })}>{texts.replay}</a>
    </>
  )
}
