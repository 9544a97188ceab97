/** What a person did at the keyboard, or what the terminal told. */
export type Key = PressedKey | PastedText | FocusChange | TerminalReply

/** A key by its name, or the letter that it types. */
export type PressedKey = {
  readonly kind: 'key'
  readonly name: KeyName
  /** The letter, for `name` `text`. */
  readonly text: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

/** What the terminal marked as pasted: no line of it is a command. */
export type PastedText = { readonly kind: 'paste'; readonly text: string }

export type FocusChange = { readonly kind: 'focus'; readonly isFocused: boolean }

/** An answer to a question of ours, such as for the colour behind the text. */
export type TerminalReply = { readonly kind: 'reply'; readonly text: string }

export type KeyName =
  | 'text'
  | 'enter'
  | 'tab'
  | 'backspace'
  | 'escape'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down'
  | 'insert'
  | 'delete'
  | 'function'
  | 'unknown'

/** How a key is written in help and settings: `ctrl+r`, `alt+enter`. */
export function formatKey({ name, text, ctrl, alt, shift }: PressedKey): string {
  const held = [ctrl && 'ctrl', alt && 'alt', shift && name !== 'text' && 'shift'].filter(Boolean)
  return [...held, name === 'text' ? text : name].join('+')
}
