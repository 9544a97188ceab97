import { formatModel, oneLine } from '@antiphon/core/ui'
import type { ModelView, RepairGroup } from '@antiphon/server/protocol'
import { CircleCheck, CircleX, FoldVertical, Wrench } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import css from './model-summary.module.css'
import { RepairLine, RepairList, toWords } from './repair-line.tsx'

/** A request in a few words. */
export function RequestFacts({ view }: { readonly view: ModelView }): ReactElement {
  const { model: words } = useTexts()
  const repairs = sum(view.repairs)
  const unsent = sum(view.unsent)
  return (
    <p className={css.facts}>
      <strong title={oneLine(view.model, 80)}>{formatModel(oneLine(view.model, 80))}</strong>
      <span>
        {words.messages(view.total)} {words.ofStored(view.stored)}
      </span>
      {view.isCompacted && (
        <span>
          <Icon of={FoldVertical} size={14} /> {words.compacted}
        </span>
      )}
      <span className={repairs > 0 ? 'is-warn' : ''}>
        <Icon of={Wrench} size={14} /> {words.repairCount(repairs)}
      </span>
      {unsent > 0 && <span>{words.unsentCount(unsent)}</span>}
      {view.trial && (
        <span className="is-warn">
          {view.trial.changed > 0 ? words.steps.changed(view.trial.changed) : words.steps.same}
        </span>
      )}
      <span className={view.violationCount > 0 ? 'is-bad' : 'is-good'}>
        <Icon of={view.violationCount > 0 ? CircleX : CircleCheck} size={14} />{' '}
        {view.violationCount > 0 ? words.refused(view.violationCount) : words.accepted}
      </span>
    </p>
  )
}

/** What was repaired, left out or would be refused, on demand. */
export function ModelSummary({ view }: { readonly view: ModelView }): ReactElement {
  const texts = useTexts()
  const { model: words } = texts
  const repairs = sum(view.repairs)
  const unsent = sum(view.unsent)
  return (
    <div className={css.summary}>
      <p className="quiet">{words.explain}</p>
      {view.unknownModel !== null && (
        <p className="is-warn">{words.unknownModel(oneLine(view.unknownModel, 80))}</p>
      )}
      {view.trial?.tooLate.map(stage => (
        <p key={stage} className="is-warn">
          {words.steps.tooLate(stage)}
        </p>
      ))}
      {repairs > 0 && <Groups title={words.allRepairs} groups={view.repairs} />}
      {view.strayRepairs.length > 0 && (
        <details>
          <summary>{words.elsewhere}</summary>
          <RepairList>
            {view.strayRepairs.map((repair, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the repairs of a request never move
              <RepairLine key={index} repair={repair} />
            ))}
          </RepairList>
        </details>
      )}
      {unsent > 0 && <Groups title={words.unsent} groups={view.unsent} />}
      {view.violations.length > 0 && (
        <details open>
          <summary>{words.violations}</summary>
          <RepairList>
            {view.violations.map(({ rule, path, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the violations of a request never move
              <li key={index} className="is-bad">
                <code>{rule}</code> {oneLine(message.startsWith(path) ? message : `${path}: ${message}`, 300)}
              </li>
            ))}
          </RepairList>
        </details>
      )}
    </div>
  )
}

function sum(groups: readonly RepairGroup[]): number {
  return groups.reduce((total, { count }) => total + count, 0)
}

type GroupsProps = { readonly title: string; readonly groups: readonly RepairGroup[] }

function Groups({ title, groups }: GroupsProps): ReactElement {
  const texts = useTexts()
  return (
    <details>
      <summary>{title}</summary>
      <RepairList>
        {groups.map(group => (
          <li key={`${group.rule} ${group.action}`}>
            {formatWhole(group.count)}× {toWords(group, texts.model)} <code>{group.rule}</code>{' '}
            <span className="quiet">{oneLine(group.detail, 200)}</span>
          </li>
        ))}
      </RepairList>
    </details>
  )
}
