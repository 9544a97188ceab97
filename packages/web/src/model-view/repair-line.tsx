import { oneLine } from '@antiphon/core/ui'
import type { ModelRepair, RepairGroup } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import type { ModelTexts } from '../language/model-texts.ts'
import { useTexts } from '../page/page-context.ts'

/** One repair: what it means, by which rule, and what is particular about it. */
export function RepairLine({ repair }: { readonly repair: ModelRepair }): ReactElement {
  const texts = useTexts()
  return (
    <li className="repair">
      <span aria-hidden="true">⚒ </span>
      {toWords(repair, texts.model)} <code>{oneLine(repair.rule, 40)}</code>{' '}
      <span className="quiet">{oneLine(repair.detail, 300)}</span>
    </li>
  )
}

/** What a repair means; what became of it where its rule has no words. */
export function toWords({ rule, action }: Pick<RepairGroup, 'rule' | 'action'>, texts: ModelTexts): string {
  const done = texts.actions[action]
  const words = texts.repairs[rule]
  return words === undefined ? done : `${words} (${done})`
}
