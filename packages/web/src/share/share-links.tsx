import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'

/** Where a session can be handed on, compared and told again. */
export function ShareLinks({ id }: { readonly id: string }): ReactElement {
  const texts = useTexts().share
  return (
    <>
      <a href={formatRoute({ kind: 'share', id })}>{texts.title}</a>
      <a href={formatRoute({ kind: 'compare', id })}>{texts.compareWith}</a>
      <a href={formatRoute({ kind: 'replay', id })}>{texts.replay}</a>
    </>
  )
}
