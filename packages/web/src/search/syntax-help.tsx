import { Search } from 'lucide-react'
import type { ReactElement } from 'react'
import { EmptyState } from '../controls/page-panel.tsx'
import { useTexts } from '../page/page-context.ts'
import styles from './search.module.css'

export type SyntaxHelpProps = {
  /** What was looked for and not found; without it nothing was looked for yet. */
  readonly missed?: string
  readonly onTry?: (text: string) => void
}

/** What can be typed, to be tried by a press; where nothing was found, what to do. */
export function SyntaxHelp({ missed, onTry }: SyntaxHelpProps): ReactElement {
  const { inSearch } = useTexts()
  return (
    <div className={styles.teach}>
      <EmptyState icon={Search} title={missed === undefined ? inSearch.start : inSearch.nothing(missed)}>
        <p>{missed === undefined ? inSearch.startHint : inSearch.nothingHint}</p>
      </EmptyState>
      <dl className={styles.syntax} aria-label={inSearch.syntaxTitle}>
        {SYNTAX_EXAMPLES.map((example, index) => (
          <div key={example}>
            <dt>
              {onTry && !example.endsWith(':') ? (
                <button type="button" onClick={() => onTry(example)}>
                  {example}
                </button>
              ) : (
                <code>{example}</code>
              )}
            </dt>
            <dd>{inSearch.syntax[index]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What can be typed, in every language the same. */
const SYNTAX_EXAMPLES = [
  'rate limit',
  '"rate limit"',
  'limit -test',
  'tool:Bash npm',
  'is:error',
  'project:api after:7d',
  'kind:prompt',
  'branch: model: role: before: context: agent: session:',
] as const
