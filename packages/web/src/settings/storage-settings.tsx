import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { readRefusal } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { useAnswer } from '../page/use-answer.ts'
import { useMay } from '../page/you.ts'
import { WholeNumber } from './notice-settings.tsx'
import { SettingRow, SettingSwitch } from './setting-row.tsx'
import css from './settings.module.css'

/** Which sessions are listed, and what becomes of deleted ones. */
export function StorageSettings(): ReactElement {
  const { settings: words } = useTexts()
  const { settings, change } = useSettings()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className={css.card}>
      <SettingSwitch
        name={words.hideOneOff}
        hint={words.hideOneOffHint}
        isOn={settings.hideOneOff}
        onChange={hideOneOff => change({ hideOneOff })}
      />
      <SettingSwitch
        name={words.redactSync}
        hint={words.redactSyncHint}
        isOn={settings.redactSync}
        onChange={redactSync => change({ redactSync })}
      />
      <SettingSwitch
        name={words.redactArchive}
        hint={words.redactArchiveHint}
        isOn={settings.redactArchive}
        onChange={redactArchive => change({ redactArchive })}
      />
      <SettingSwitch
        name={words.warnSweep}
        hint={words.warnSweepHint}
        isOn={settings.warnSweep}
        onChange={warnSweep => change({ warnSweep })}
      />
      <SettingRow name={words.folders} hint={words.foldersHint}>
        <textarea
          className={css.folders}
          aria-label={words.folders}
          spellCheck={false}
          value={typed ?? settings.folders.join('\n')}
          onChange={event => setTyped(event.target.value)}
          onBlur={() => {
            if (typed !== null) change({ folders: toFolders(typed) })
            setTyped(null)
          }}
        />
      </SettingRow>
      <SettingRow name={words.trashDays} hint={words.trashDaysHint}>
        <WholeNumber
          label={words.trashDays}
          value={settings.trashDays}
          most={3650}
          onChange={trashDays => change({ trashDays })}
        />
      </SettingRow>
      <Trash />
    </div>
  )
}

/** Folders, one a line. */
function toFolders(text: string): readonly string[] {
  return [...new Set(text.split('\n').map(line => line.trim()))].filter(Boolean)
}

/** What was deleted and can be had back. */
function Trash(): ReactElement {
  const { settings: words } = useTexts()
  const client = useClient()
  const queries = useQueryClient()
  const { data } = useAnswer('sessions/trash', {})
  const mayRestore = useMay('sessions/restore')
  const { mutate, error, isPending } = useMutation({
    mutationFn: (trashed: string) => client.post('sessions/restore', { trashed }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions/trash'] }),
  })
  if (data === undefined || data.length === 0)
    return <SettingRow name={words.trash}>{words.trashEmpty}</SettingRow>
  return (
    <>
      {error && (
        <p className={css.note} role="alert">
          {readRefusal(error)}
        </p>
      )}
      {data.map(({ trashed, title, purgedAt }) => (
        <SettingRow key={trashed} name={title} hint={words.gone(formatDay(purgedAt))}>
          {mayRestore && (
            <Button
              icon={RotateCcw}
              disabled={isPending}
              aria-label={`${words.restore}: ${title}`}
              onClick={() => mutate(trashed)}
            >
              {words.restore}
            </Button>
          )}
        </SettingRow>
      ))}
    </>
  )
}

function formatDay(time: string): string {
  return new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' })
}
