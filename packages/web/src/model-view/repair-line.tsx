import { oneLine } from '@antiphon/core/ui'
import type { ModelRepair, RepairGroup } from '@antiphon/server/protocol'
import { Wrench } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'
import type { ModelTexts } from '../language/model-texts.ts'
import { useTexts } from '../page/page-context.ts'
import css from './repair-line.module.css'

/** What was repaired, refused or left out, a line each. */
export function RepairList({ children }: { readonly children: ReactNode }): ReactElement {
  return <ul className={css.list}>{children}</ul>
}

/** One repair: what it means, by which rule, and what is particular about it. */
export function RepairLine({ repair }: { readonly repair: ModelRepair }): ReactElement {
  const texts = useTexts()
  return (
    <li className={css.repair}>
      <Icon of={Wrench} size={14} />
      <span>
        <b>{toWords(repair, texts.model)}</b> {oneLine(repair.detail, 300)}
      </span>{' '}
      <code>{oneLine(repair.rule, 40)}</code>
    </li>
  )
}

/** What a repair means; what became of it where its rule has no words. */
export function toWords({ rule, action }: Pick<RepairGroup, 'rule' | 'action'>, texts: ModelTexts): string {
  const done = texts.actions[action]
  const words = texts.repairs[rule]
  return words === undefined ? done : `${words} (${done})`
}
