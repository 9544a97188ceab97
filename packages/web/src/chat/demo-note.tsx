import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'

/** Says that no language model answers, and what to do about it. */
export function DemoNote(): ReactElement {
  const texts = useTexts().chat
  return (
    <details className="demo-note">
      <summary>{texts.demo}</summary>
      <p>{texts.demoHint}</p>
    </details>
  )
}
