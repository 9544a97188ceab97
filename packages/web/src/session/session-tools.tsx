import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './head.module.css'

export type SessionToolsProps = {
  /** Draws them; `close` gives the story its room back. */
  readonly children: (close: () => void) => ReactNode
}

/** What can be done with a session; behind one button where there is no room for it. */
export function SessionTools({ children }: SessionToolsProps): ReactElement {
  const texts = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const frameRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event): void => {
      const isOutside = target instanceof Element && !frameRef.current?.contains(target)
      // A dialog that was opened from here gives the focus back.
      if (isOutside && !target.closest('dialog')) setIsOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  function close(): void {
    if (isOpen) buttonRef.current?.focus()
    setIsOpen(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the key for what is in it
    <div className="session-tools" ref={frameRef} onKeyDown={onKeyDown}>
      <button
        ref={buttonRef}
        type="button"
        className={`button ${css.toolsButton}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.inSession.tools} <span aria-hidden="true">▾</span>
      </button>
      <div className={`row ${css.tools} ${isOpen ? css.isOpen : ''}`} id={id}>
        {children(close)}
      </div>
    </div>
  )
}
