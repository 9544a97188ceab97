import { X } from 'lucide-react'
import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { useTexts } from '../page/page-context.ts'
import { Button, IconButton } from './button.tsx'
import styles from './toast.module.css'

/** What is said in passing about something that was done. */
export type Toast = {
  readonly words: string
  /** Takes it back, or whatever else can still be done. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly isBad?: boolean
}

const ShowToast: Context<(toast: Toast) => void> = createContext<(toast: Toast) => void>(() => undefined)

/** Says something in passing; the newest stands in the place of the one before. */
export function useToast(): (toast: Toast) => void {
  return useContext(ShowToast)
}

/** Where the page says things in passing. */
export function ToastHost({ children }: { readonly children: ReactNode }): ReactElement {
  const [shown, setShown] = useState<{ readonly toast: Toast; readonly number: number }>()
  const show = useCallback(
    (toast: Toast) => setShown(before => ({ toast, number: (before?.number ?? 0) + 1 })),
    [],
  )
  return (
    <ShowToast value={show}>
      {children}
      {/* There before it has anything to say, or nobody would be read it. */}
      <div className={styles.host} role="status">
        {shown && <ToastView key={shown.number} toast={shown.toast} onClose={() => setShown(undefined)} />}
      </div>
    </ShowToast>
  )
}

type ToastViewProps = { readonly toast: Toast; readonly onClose: () => void }

function ToastView({ toast, onClose }: ToastViewProps): ReactElement {
  const texts = useTexts()
  const [isHeld, setIsHeld] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is at it has all the time
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing but wait
    <div
      className={toast.isBad ? `${styles.toast} ${styles.bad}` : styles.toast}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className={styles.words}>{toast.words}</span>
      {toast.action && (
        <Button
          onClick={() => {
            toast.action?.onClick()
            onClose()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon={X} label={texts.close} onClick={onClose} />
    </div>
  )
}

const SHOWN_MS = 10_000
