import type { SessionCost } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatJudgedCost } from '../parts/format-numbers.ts'
import css from './cost-view.module.css'

/** What a session cost, at the end of its line; nothing where nothing is known. */
export function CostView({ cost }: { readonly cost: SessionCost | undefined }): ReactElement | null {
  const texts = useTexts().numbers
  return cost ? <span className={css.cost}>{formatJudgedCost(cost, texts)}</span> : null
}
