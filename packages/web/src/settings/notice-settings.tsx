import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { SettingRow, SettingSwitch } from './setting-row.tsx'
import css from './settings.module.css'
import { TypedField } from './typed-field.tsx'

/** When a person is told of their agents. */
export function NoticeSettings(): ReactElement {
  const { settings: words } = useTexts()
  const { settings, change } = useSettings()
  return (
    <div className={css.card}>
      <SettingSwitch
        name={words.notifyWaiting}
        hint={words.notifyWaitingHint}
        isOn={settings.notifyWaiting}
        onChange={notifyWaiting => {
          change({ notifyWaiting })
          if (notifyWaiting) askToNotify()
        }}
      />
      <SettingSwitch
        name={words.notifyDone}
        isOn={settings.notifyDone}
        onChange={notifyDone => {
          change({ notifyDone })
          if (notifyDone) askToNotify()
        }}
      />
      <SettingSwitch name={words.sound} isOn={settings.sound} onChange={sound => change({ sound })} />
    </div>
  )
}

/** The browser asks once, and only where somebody clicked. */
function askToNotify(): void {
  if ('Notification' in window && Notification.permission === 'default') void Notification.requestPermission()
}

/** What may be spent in a month, and when to warn. */
export function BudgetSettings(): ReactElement {
  const { settings: words } = useTexts()
  const { settings, change } = useSettings()
  return (
    <div className={css.card}>
      <SettingRow name={words.budget} hint={words.budgetHint}>
        <TypedField
          label={words.budget}
          className={css.short}
          inputMode="decimal"
          value={settings.monthlyBudgetUsd === null ? '' : String(settings.monthlyBudgetUsd)}
          onCommit={typed => {
            const amount = Number(typed.replace(/^\$/, '').replace(',', '.'))
            if (typed !== '' && !(amount > 0 && amount <= 1e9)) return false
            change({ monthlyBudgetUsd: typed === '' ? null : amount })
            return true
          }}
        />
      </SettingRow>
      <SettingRow name={words.alert} hint={words.alertHint}>
        <WholeNumber
          label={words.alert}
          value={settings.budgetAlertPercent}
          most={100}
          onChange={budgetAlertPercent => change({ budgetAlertPercent })}
        />
      </SettingRow>
      <SettingSwitch
        name={words.planLimits}
        hint={words.planLimitsHint}
        isOn={settings.showPlanLimits}
        onChange={showPlanLimits => change({ showPlanLimits })}
      />
    </div>
  )
}

export type WholeNumberProps = {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}

/** A whole number from one on. */
export function WholeNumber({ label, value, most, onChange }: WholeNumberProps): ReactElement {
  return (
    <TypedField
      label={label}
      className={css.short}
      inputMode="numeric"
      value={String(value)}
      onCommit={typed => {
        const number = Number(typed)
        if (!Number.isInteger(number) || number < 1 || number > most) return false
        onChange(number)
        return true
      }}
    />
  )
}
