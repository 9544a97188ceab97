import type { ReactElement } from 'react'
import { PagePanel } from '../controls/page-panel.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { LANGUAGES, type Language } from '../language/language.ts'
import { usePageChoices } from '../page/page-choices.ts'
import { useTexts } from '../page/page-context.ts'
import { THEMES } from '../theme/theme.ts'
import css from './choices.module.css'

/** What is chosen for the whole page: how it looks, and what it speaks. */
export function ChoicesView(): ReactElement {
  const texts = useTexts()
  const { language, setLanguage, theme, setTheme } = usePageChoices()
  const languages = Object.entries(LANGUAGES) as readonly [Language, { readonly name: string }][] // the record's keys
  return (
    <PagePanel label={texts.shell.settings} title={texts.shell.settings}>
      <div className={css.choices}>
        <div className={css.choice}>
          <b>{texts.theme}</b>
          <Segmented
            label={texts.theme}
            value={theme}
            onChange={setTheme}
            segments={THEMES.map(value => ({ value, label: texts.themes[value] }))}
          />
        </div>
        <div className={css.choice}>
          <b>{texts.language}</b>
          <Segmented
            label={texts.language}
            value={language}
            onChange={setLanguage}
            segments={languages.map(([value, { name }]) => ({
              value,
              label: <span lang={value}>{name}</span>,
            }))}
          />
        </div>
      </div>
    </PagePanel>
  )
}
