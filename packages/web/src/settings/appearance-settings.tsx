import type { PersonSettings } from '@antiphon/server/protocol'
import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { LANGUAGES } from '../language/language.ts'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { SettingRow } from './setting-row.tsx'
import css from './settings.module.css'
import { TypedField } from './typed-field.tsx'

const THEMES = [
  ['system', Monitor],
  ['light', Sun],
  ['dark', Moon],
] as const
const SIZES = [14, 15, 16, 18] as const
const OPENED = ['failed', 'edits', 'all', 'none'] as const
const DENSITIES = ['comfortable', 'compact'] as const

/** How the page looks, what it speaks, and what of a session is open. */
export function AppearanceSettings(): ReactElement {
  const texts = useTexts()
  const words = texts.settings
  const { settings, change } = useSettings()
  return (
    <div className={css.card}>
      <SettingRow name={texts.theme}>
        <Segmented
          label={texts.theme}
          value={settings.theme}
          onChange={theme => change({ theme })}
          segments={THEMES.map(([value, icon]) => ({
            value,
            label: (
              <>
                <Icon of={icon} size={14} />
                {texts.themes[value]}
              </>
            ),
          }))}
        />
      </SettingRow>
      <SettingRow name={words.density} hint={words.densityHint}>
        <Segmented
          label={words.density}
          value={settings.density}
          onChange={density => change({ density })}
          segments={DENSITIES.map(value => ({ value, label: words.densities[value] }))}
        />
      </SettingRow>
      <SettingRow name={words.readingSize} hint={words.readingSizeHint}>
        <Segmented
          label={words.readingSize}
          value={String(settings.readingSize)}
          onChange={size => change({ readingSize: SIZES.find(one => String(one) === size) ?? 15 })}
          segments={SIZES.map(size => ({ value: String(size), label: words.pixels(size) }))}
        />
      </SettingRow>
      <SettingRow name={texts.language}>
        <Segmented<PersonSettings['language']>
          label={texts.language}
          value={settings.language}
          onChange={language => change({ language })}
          segments={[
            { value: 'system', label: words.systemLanguage },
            { value: 'en', label: <span lang="en">{LANGUAGES.en.name}</span> },
            { value: 'zh-CN', label: <span lang="zh-CN">{LANGUAGES['zh-CN'].name}</span> },
          ]}
        />
      </SettingRow>
      {(['textFont', 'codeFont'] as const).map(font => (
        <SettingRow key={font} name={words[font]} hint={words.fontHint}>
          <TypedField
            label={words[font]}
            className={css.long}
            value={settings[font]}
            onCommit={name => {
              if (!FONT.test(name)) return false
              change({ [font]: name })
              return true
            }}
          />
        </SettingRow>
      ))}
      <SettingRow name={words.openToolCalls} hint={words.openToolCallsHint}>
        <Segmented
          label={words.openToolCalls}
          value={settings.openToolCalls}
          onChange={openToolCalls => change({ openToolCalls })}
          segments={OPENED.map(value => ({ value, label: words.opened[value] }))}
        />
      </SettingRow>
    </div>
  )
}

const FONT = /^[\p{L}\p{N} ._-]{0,80}$/u
