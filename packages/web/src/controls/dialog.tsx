import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

export type DialogProps = {
  readonly title: string
  /** What stands below the title. */
  readonly sub?: ReactNode
  /** What can be done, beside the cross. */
  readonly tools?: ReactNode
  /** What stands at the bottom: the answer that is asked for. */
  readonly foot?: ReactNode
  readonly width?: 'small' | 'medium' | 'large'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What stands before everything else until it is closed; the browser keeps the focus inside and gives it back. */
export function Dialog(props: DialogProps): ReactElement {
  const { title, sub, tools, foot, width = 'medium', onClose, children } = props
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => dialogRef.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, which the browser does
    <dialog
      ref={dialogRef}
      className={`${styles.dialog} ${styles[width]}`}
      aria-label={title}
      onClose={onClose}
      onClick={event => event.target === dialogRef.current && dialogRef.current.close()}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <div className={styles.title}>
            <h2>{title}</h2>
            {sub !== undefined && <p>{sub}</p>}
          </div>
          {tools}
          <IconButton icon={X} label={texts.close} onClick={() => dialogRef.current?.close()} />
        </header>
        <div className={styles.body}>{children}</div>
        {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
      </div>
    </dialog>
  )
}
