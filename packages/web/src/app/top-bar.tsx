import type { ReactElement } from 'react'
import { LANGUAGES, type Language } from '../language/language.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, type Route } from '../page/route.ts'
import { THEMES, type Theme } from '../theme/theme.ts'

export type TopBarProps = {
  readonly place: Route['kind']
  readonly language: Language
  readonly theme: Theme
  readonly onLanguage: (language: Language) => void
  readonly onTheme: (theme: Theme) => void
  readonly onHelp: () => void
}

const LINKS = ['search', 'numbers', 'doctor', 'chat'] as const

/** The name of the page, its places, and what can be chosen everywhere. */
export function TopBar({ place, language, theme, onLanguage, onTheme, onHelp }: TopBarProps): ReactElement {
  const texts = useTexts()
  return (
    <header className="top-bar">
      <a className="brand" href={formatRoute({ kind: 'sessions' })}>
        Antiphon
      </a>
      <nav className="top-links" aria-label={texts.places}>
        {LINKS.map(kind => (
          <a
            key={kind}
            className="top-link"
            href={formatRoute(kind === 'search' ? { kind, query: '' } : { kind })}
            aria-current={kind === place ? 'page' : undefined}
          >
            {kind === 'search' ? texts.search : texts[kind].title}
          </a>
        ))}
      </nav>
      <span className="top-space" />
      <select
        className="field"
        aria-label={texts.theme}
        value={theme}
        onChange={event => onTheme(THEMES.find(one => one === event.target.value) ?? 'system')}
      >
        {THEMES.map(one => (
          <option key={one} value={one}>
            {texts.themes[one]}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label={texts.language}
        value={language}
        onChange={event => onLanguage(event.target.value === 'zh-CN' ? 'zh-CN' : 'en')}
      >
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.help}
        title={texts.help}
        onClick={onHelp}
      >
        ?
      </button>
    </header>
  )
}
