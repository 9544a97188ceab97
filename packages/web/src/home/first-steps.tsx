import { MessagesSquare, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { toButtonClass } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { EmptyState } from '../controls/page-panel.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import css from './first-steps.module.css'

/** For somebody who has no session yet: what this is, in three steps. */
export function FirstSteps(): ReactElement {
  const { home: texts, shell } = useTexts()
  const mayChat = useMay('chat/open')
  return (
    <div className={css.first}>
      <EmptyState icon={MessagesSquare} title={texts.first}>
        <p>{texts.firstHint}</p>
        {mayChat && (
          <p>
            <a className={toButtonClass({ look: 'primary' })} href={formatRoute({ kind: 'chat' })}>
              <Icon of={Plus} />
              {shell.newChat}
            </a>
          </p>
        )}
      </EmptyState>
      <ol className={css.steps}>
        {texts.steps.map(({ title, words }, index) => (
          <li key={title}>
            <span aria-hidden="true">{index + 1}</span>
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
