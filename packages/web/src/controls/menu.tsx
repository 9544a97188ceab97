import { Check, ChevronDown, type LucideIcon } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useCloseOutside } from '../browser/use-close-outside.ts'
import { Button, type ButtonLook, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'
import { useMenuPlace } from './use-menu-place.ts'

/** A line of a menu: something to do, or a value with a tick where it is the chosen one. */
export type MenuItem = {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: LucideIcon
  /** What stands quietly at the end: a key, a number. */
  readonly detail?: ReactNode
  /** What stands below it. */
  readonly hint?: ReactNode
  /** Set where it is one of a choice. */
  readonly isChosen?: boolean
  readonly isDisabled?: boolean
  readonly isDangerous?: boolean
  /** A line above it, with a heading if it has words. */
  readonly heading?: string
  readonly onSelect: () => void
}

export type MenuProps = {
  /** What can be done or chosen here; the name of the button and of the menu. */
  readonly label: string
  /** The words on the button; without them it is the icon alone. */
  readonly face?: ReactNode
  readonly icon?: LucideIcon
  readonly look?: ButtonLook
  readonly items: readonly MenuItem[]
  /** Where it opens: along the button's left or right edge, below or above it. */
  readonly align?: 'start' | 'end'
  readonly side?: 'below' | 'above'
  readonly isDisabled?: boolean
  readonly className?: string
}

/** A button with a menu: arrows walk, Enter takes, Escape closes, letters jump. */
export function Menu(props: MenuProps): ReactElement {
  const { label, face, icon, look = 'plain', items, align = 'start', side = 'below' } = props
  const [isOpen, setIsOpen] = useState(false)
  const boxRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const listId = useId()
  useCloseOutside({ boxRef, isOpen, onClose: () => setIsOpen(false) })

  function close(): void {
    setIsOpen(false)
    buttonRef.current?.focus()
  }

  const button = {
    ref: buttonRef,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': listId }),
    disabled: props.isDisabled === true,
    onClick: () => setIsOpen(!isOpen),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      event.stopPropagation()
      setIsOpen(true)
    },
  } as const
  return (
    <div className={[styles.menu, props.className].filter(Boolean).join(' ')} ref={boxRef}>
      {face === undefined && icon ? (
        <IconButton icon={icon} label={label} {...button} />
      ) : (
        <Button look={look} {...(icon && { icon })} title={label} {...button}>
          <span className={styles.face}>
            <span className="hidden">{label}: </span>
            {face}
          </span>
          <Icon of={ChevronDown} size={14} />
        </Button>
      )}
      {isOpen && (
        <MenuList
          id={listId}
          label={label}
          items={items}
          buttonRef={buttonRef}
          align={align}
          side={side}
          onClose={close}
          onMoved={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

type MenuListProps = Pick<MenuProps, 'label' | 'items'> & {
  readonly id: string
  readonly buttonRef: RefObject<HTMLButtonElement | null>
  readonly align: 'start' | 'end'
  readonly side: 'below' | 'above'
  readonly onClose: () => void
  /** What it belongs to has gone elsewhere. */
  readonly onMoved: () => void
}

function MenuList(props: MenuListProps): ReactElement {
  const { id, label, items, buttonRef, align, side, onClose, onMoved } = props
  const listRef = useRef<HTMLDivElement>(null)
  useMenuPlace({ listRef, buttonRef, align, side, onMoved })
  useEffect(() => {
    const list = listRef.current
    const chosen = list?.querySelector<HTMLElement>('[aria-checked="true"]')
    const first = chosen ?? list?.querySelector<HTMLElement>(OPEN_ITEM)
    first?.focus()
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    // The page's own keys have nothing to do with an open menu.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose()
      return
    }
    const all = [...(listRef.current?.querySelectorAll<HTMLElement>(OPEN_ITEM) ?? [])]
    const next = findNextItem(
      event.key,
      all.map(item => item.textContent ?? ''),
      all.findIndex(item => item === document.activeElement),
    )
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    <div
      id={id}
      ref={listRef}
      className={styles.list}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {items.map(item => (
        <MenuLine key={item.key} item={item} onClose={onClose} />
      ))}
    </div>
  )
}

const OPEN_ITEM = '[role^="menuitem"]:not(:disabled)'

function MenuLine({
  item,
  onClose,
}: {
  readonly item: MenuItem
  readonly onClose: () => void
}): ReactElement {
  const isChoice = item.isChosen !== undefined
  return (
    <>
      {item.heading !== undefined && <div className={styles.heading}>{item.heading}</div>}
      <button
        type="button"
        role={isChoice ? 'menuitemradio' : 'menuitem'}
        {...(isChoice && { 'aria-checked': item.isChosen })}
        tabIndex={-1}
        disabled={item.isDisabled === true}
        className={item.isDangerous ? `${styles.item} ${styles.dangerous}` : styles.item}
        onClick={() => {
          onClose()
          item.onSelect()
        }}
      >
        {item.icon && <Icon of={item.icon} />}
        <span className={styles.words}>
          {item.label}
          {item.hint !== undefined && <small>{item.hint}</small>}
        </span>
        {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
        {isChoice && <span className={styles.tick}>{item.isChosen && <Icon of={Check} size={14} />}</span>}
      </button>
    </>
  )
}

/** Where a key leads in a menu: arrows around, Home and End, a letter to the next item that begins with it. */
export function findNextItem(key: string, words: readonly string[], at: number): number | undefined {
  const count = words.length
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
  }
  if (key.length !== 1 || key === ' ') return undefined
  const order = words.map((_, index) => (at + 1 + index + count) % count)
  return order.find(index => words[index]?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
