/** The keys that open the palette: with Command on a Mac, with Control elsewhere. */
export const JUMP_KEYS: { readonly shown: readonly string[]; readonly name: string } = /Mac|iPhone|iPad/.test(
  globalThis.navigator?.platform ?? '',
)
  ? { shown: ['⌘', 'K'], name: 'Meta+K' }
  : { shown: ['Ctrl', 'K'], name: 'Control+K' }
