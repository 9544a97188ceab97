import type { ReactElement } from 'react'
import { LANGUAGES, type Language } from '../language/language.ts'
import { THEMES, type Theme } from '../theme/theme.ts'
import { useTexts } from './page-context.ts'
import { formatRoute } from './route.ts'

export type TopBarProps = {
  readonly language: Language
  readonly theme: Theme
  readonly onLanguage: (language: Language) => void
  readonly onTheme: (theme: Theme) => void
  readonly onHelp: () => void
}

/** The name of the page and what can be chosen everywhere. */
export function TopBar({ language, theme, onLanguage, onTheme, onHelp }: TopBarProps): ReactElement {
  const texts = useTexts()
  return (
    <header className="top-bar">
      <a className="brand" href={formatRoute({ kind: 'sessions' })}>
        Antiphon
      </a>
      <a className="top-link" href={formatRoute({ kind: 'search', query: '' })}>
        {texts.search}
      </a>
      <a className="top-link" href={formatRoute({ kind: 'numbers' })}>
        {texts.numbers.title}
      </a>
      <a className="top-link" href={formatRoute({ kind: 'doctor' })}>
        {texts.doctor.title}
      </a>
      <a className="top-link" href={formatRoute({ kind: 'chat' })}>
        {texts.chat.title}
      </a>
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
