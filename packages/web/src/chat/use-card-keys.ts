import { useEffect, useEffectEvent, useState } from 'react'

/** What each key decides. */
export type CardKeys = Readonly<Record<string, () => void>>

/**
 * Lets keys decide wherever the focus is, unless a field holds text or something else has the keys for itself; false
 * while they do not.
 */
export function useCardKeys(keys: CardKeys, isOn: boolean): boolean {
  const hasText = useHoldsText(isOn)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey
    const action = isModified || event.isComposing || event.repeat ? undefined : keys[event.key]
    // What is open before the page has the keys for itself.
    if (!action || holdsText() || document.querySelector('dialog[open], [role="menu"]')) return
    event.preventDefault()
    event.stopPropagation()
    action()
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [isOn])
  return isOn && !hasText
}

/** Whether the field that has the focus holds text. */
function useHoldsText(isOn: boolean): boolean {
  const [hasText, setHasText] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const look = (): void => setHasText(holdsText())
    look()
    const events = ['focusin', 'focusout', 'input', 'change'] as const
    for (const event of events) document.addEventListener(event, look)
    // What is sent leaves its field without an input event.
    let later: ReturnType<typeof setTimeout> | undefined
    const lookSoon = (): void => {
      clearTimeout(later)
      later = setTimeout(look, SENT_MS)
    }
    for (const event of ['keyup', 'click'] as const) document.addEventListener(event, lookSoon)
    return () => {
      clearTimeout(later)
      for (const event of ['keyup', 'click'] as const) document.removeEventListener(event, lookSoon)
      for (const event of events) document.removeEventListener(event, look)
    }
  }, [isOn])
  return hasText
}

const SENT_MS = 100

function holdsText(): boolean {
  const { activeElement } = document
  return isTextField(activeElement) && activeElement.value !== ''
}

/** Whether somebody could type into an element. */
export function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
}
