import { formatNumber } from '@antiphon/core/ui'
import { SHARE_FORMATS, type ShareFormat, type SharePreview } from '@antiphon/server/protocol'
import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { toButtonClass } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Switch } from '../controls/fields.tsx'
import { Icon } from '../controls/icon.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import css from './share.module.css'

/** How a session is handed on: in which form, and without which secrets. */
export function ShareDialog({ id }: { readonly id: string }): ReactElement {
  const texts = useTexts().share
  const client = useClient()
  const [format, setFormat] = useState<ShareFormat>('html')
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const preview = useAnswer('share/preview', { session: id }, { staleTime: 60_000, retry: false })
  const hasPatch = preview.data?.changedFiles !== 0
  const isReady = preview.data !== undefined && (format !== 'patch' || hasPatch)
  const keep = [...kept].join(',')
  const address = client.toAddress('share/file', { session: id, format, ...(keep !== '' && { keep }) })

  function setKeeps(kind: string, isKept: boolean): void {
    const next = new Set(kept)
    if (isKept) next.add(kind)
    else next.delete(kind)
    setKept(next)
  }

  return (
    <Dialog
      title={texts.title}
      sub={texts.sub}
      onClose={() => goTo({ kind: 'session', id })}
      foot={
        <a
          className={`${toButtonClass({ look: 'primary' })} ${css.download}`}
          aria-disabled={!isReady}
          {...(isReady && { href: address.href, download: '' })}
        >
          <Icon of={Download} />
          {texts.download}
        </a>
      }
    >
      <div className={css.share}>
        <Segmented
          label={texts.as}
          value={format}
          onChange={setFormat}
          segments={SHARE_FORMATS.map(value => ({ value, label: texts.formats[value] }))}
        />
        <p className={css.hint}>
          {format === 'patch' && !hasPatch ? texts.noPatch : texts.formatHints[format]}
        </p>
        <div aria-live="polite">
          {preview.isPending && <p className={css.hint}>{texts.looking}</p>}
          {preview.isError && <p role="alert">{texts.failed}</p>}
          {preview.data && <Removed preview={preview.data} kept={kept} onKeep={setKeeps} />}
        </div>
      </div>
    </Dialog>
  )
}

type RemovedProps = {
  readonly preview: SharePreview
  readonly kept: ReadonlySet<string>
  readonly onKeep: (kind: string, isKept: boolean) => void
}

/** What is taken out, with a switch for each kind and a line for each place. */
function Removed({ preview: { kinds, redactions }, kept, onKeep }: RemovedProps): ReactElement {
  const texts = useTexts().share
  const names = Object.entries(kinds)
  const all = names.reduce((sum, [kind, times]) => sum + (kept.has(kind) ? 0 : times), 0)
  if (names.length === 0) return <p className={css.hint}>{texts.nothingFound}</p>
  return (
    <>
      <h3>{texts.found(all)}</h3>
      <p className={css.hint}>{texts.keepHint}</p>
      <ul className={css.kinds} aria-label={texts.kinds}>
        {names.map(([kind, times]) => (
          <li key={kind}>
            <Switch label={kind} isOn={!kept.has(kind)} onChange={isOn => onKeep(kind, !isOn)} />
            <span className={css.count}>{formatNumber(times)}</span>
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keys */}
      <section className={css.places} tabIndex={0} aria-label={texts.places}>
        <table>
          <thead>
            <tr>
              <th>{texts.kind}</th>
              <th>{texts.place}</th>
              <th>{texts.before}</th>
              <th>{texts.after}</th>
            </tr>
          </thead>
          <tbody>
            {redactions.slice(0, MOST_ROWS).map(({ kind, place, masked, uuid }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one message may hold the same twice
              <tr key={`${uuid} ${index}`}>
                <td>{kind}</td>
                <td>{place}</td>
                <td>
                  <code>{masked}</code>
                </td>
                <td>{kept.has(kind) ? texts.kept : <code>[redacted:{kind}]</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {redactions.length > MOST_ROWS && (
          <p className={css.hint}>{texts.morePlaces(redactions.length - MOST_ROWS)}</p>
        )}
      </section>
    </>
  )
}

const MOST_ROWS = 200
