/** Shows the focus to those who came by keyboard; browsers show what a script focuses to everybody. */
export function focusQuietly(list: HTMLElement | null, before: Element): void {
  if (!list) return
  if (!before.matches(':focus-visible')) {
    const speak = (): void => list.removeAttribute('data-quiet')
    list.setAttribute('data-quiet', '')
    list.addEventListener('keydown', speak, { once: true })
    list.addEventListener('blur', speak, { once: true })
  }
  list.focus({ preventScroll: true })
}

/** Gives the focus to an item as soon as it is drawn. */
export function focusWhenDrawn(list: HTMLElement | null, key: string, tries = 20): void {
  const line = list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  if (line) line.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(list, key, tries - 1))
}
