import type { ReactElement } from 'react'
import { Keys } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './chat.module.css'

/** What the keys of the field do now. */
export function KeyHints({ isRunning }: { readonly isRunning: boolean }): ReactElement {
  const { keyHints } = useTexts().chat
  return (
    <p className={css.hints}>
      <span>
        <Keys keys={['Enter']} /> {isRunning ? keyHints.queue : keyHints.send}
      </span>
      {isRunning && (
        <span>
          <Keys keys={[IS_APPLE ? '⌘' : 'Ctrl', 'Enter']} /> {keyHints.now}
        </span>
      )}
      <span>
        <Keys keys={['Shift', 'Tab']} /> {keyHints.mode}
      </span>
      {isRunning && (
        <span>
          <Keys keys={['Esc']} /> {keyHints.stop}
        </span>
      )}
    </p>
  )
}

const IS_APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')
