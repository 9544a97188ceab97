import { Bell, BellOff } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { useToast } from '../controls/toast.tsx'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'

/** Turns notifications on and off; asks the browser, which wants a click for it. */
export function BellButton(): ReactElement | null {
  const { notices } = useTexts()
  const { settings, change } = useSettings()
  const showToast = useToast()
  const [permission, setPermission] = useState(() => globalThis.Notification?.permission)
  if (permission === undefined) return null
  const isOn = permission === 'granted' && (settings.notifyWaiting || settings.notifyDone)

  async function turn(): Promise<void> {
    if (isOn) {
      change({ notifyWaiting: false, notifyDone: false })
      return
    }
    const answer = await Notification.requestPermission()
    setPermission(answer)
    if (answer === 'granted') change({ notifyWaiting: true, notifyDone: true })
    else showToast({ words: notices.refused, isBad: true })
  }

  return (
    <IconButton
      icon={isOn ? Bell : BellOff}
      label={isOn ? notices.bellOn : notices.bell}
      aria-pressed={isOn}
      onClick={() => void turn()}
    />
  )
}
