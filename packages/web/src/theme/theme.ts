/** How the page looks: as the system does, or as was chosen. */
export type Theme = 'system' | 'light' | 'dark'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** The theme that was stored; the system's where none was. */
export function readTheme(stored: string | null): Theme {
  return THEMES.find(theme => theme === stored) ?? 'system'
}
