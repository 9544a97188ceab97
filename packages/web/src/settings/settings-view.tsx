import { Archive, Bell, Bot, Keyboard, type LucideIcon, SunMoon, Wallet } from 'lucide-react'
import { type ReactElement, useId, useRef, useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import { LineButton } from '../controls/line-button.tsx'
import { PagePanel } from '../controls/page-panel.tsx'
import type { SettingsTexts } from '../language/settings-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { AgentSettings } from './agent-settings.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { KeySettings } from './key-settings.tsx'
import { BudgetSettings, NoticeSettings } from './notice-settings.tsx'
import { SettingRow } from './setting-row.tsx'
import css from './settings.module.css'
import { StorageSettings } from './storage-settings.tsx'

type SectionName = 'appearance' | 'agentSection' | 'notifications' | 'budgetSection' | 'storage' | 'keyboard'

type Section = {
  readonly name: SectionName & keyof SettingsTexts
  readonly icon: LucideIcon
  readonly View: () => ReactElement
}

const SECTIONS: readonly Section[] = [
  { name: 'appearance', icon: SunMoon, View: AppearanceSettings },
  { name: 'agentSection', icon: Bot, View: AgentSettings },
  { name: 'notifications', icon: Bell, View: NoticeSettings },
  { name: 'budgetSection', icon: Wallet, View: BudgetSettings },
  { name: 'storage', icon: Archive, View: StorageSettings },
  { name: 'keyboard', icon: Keyboard, View: KeySettings },
]

/** Everything that a person chooses once; it holds in all windows, and the file of it is named at the end. */
export function SettingsView(): ReactElement {
  const texts = useTexts()
  const words = texts.settings
  const [current, setCurrent] = useState<SectionName>('appearance')
  const columnRef = useRef<HTMLDivElement>(null)
  const id = useId()
  const show = (name: SectionName): void => {
    setCurrent(name)
    columnRef.current?.querySelector(`[data-section="${name}"]`)?.scrollIntoView({ block: 'start' })
  }
  return (
    <PagePanel label={texts.shell.settings} title={texts.shell.settings}>
      <div className={css.split}>
        <nav className={css.nav} aria-label={texts.shell.settings}>
          <ul>
            {SECTIONS.map(({ name, icon }) => (
              <li key={name}>
                <LineButton isCurrent={name === current} onClick={() => show(name)}>
                  <Icon of={icon} />
                  {words[name]}
                </LineButton>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.scroll}>
          <div className={css.column} ref={columnRef}>
            <Notes />
            {SECTIONS.map(({ name, View }) => (
              <section key={name} data-section={name} aria-labelledby={`${id}-${name}`}>
                <h2 id={`${id}-${name}`}>{words[name]}</h2>
                <View />
              </section>
            ))}
            <FileName />
          </div>
        </div>
      </div>
    </PagePanel>
  )
}

/** What is wrong with the file, or with the last change. */
function Notes(): ReactElement | null {
  const { settings: words } = useTexts()
  const { report, refusal } = useSettings()
  const problems = report?.problems ?? []
  if (problems.length === 0 && refusal === '') return null
  return (
    <div className={css.note} role="alert">
      {refusal !== '' && <p>{words.onlyHere(refusal)}</p>}
      {problems.length > 0 && (
        <>
          <p>{words.wrong}</p>
          {problems.map(problem => (
            <p key={problem}>{problem}</p>
          ))}
        </>
      )}
    </div>
  )
}

function FileName(): ReactElement | null {
  const { settings: words } = useTexts()
  const { report } = useSettings()
  if (report === null) return null
  return (
    <section aria-label={words.file}>
      <div className={css.card}>
        <SettingRow name={words.file} hint={report.file === null ? words.noFile : words.fileHint}>
          {report.file !== null && <code>{report.file}</code>}
        </SettingRow>
      </div>
    </section>
  )
}
