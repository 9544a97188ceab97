import { type ReactElement, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { TextField } from '../controls/fields.tsx'
import { useTexts } from '../page/page-context.ts'

export type RenameDialogProps = {
  readonly title: string
  readonly onRename: (title: string) => void
  readonly onClose: () => void
}

/** Gives the open session another name. */
export function RenameDialog({ title, onRename, onClose }: RenameDialogProps): ReactElement {
  const texts = useTexts()
  const [text, setText] = useState(title)
  const words = text.trim()
  function keep(): void {
    if (words !== '' && words !== title) onRename(words)
    onClose()
  }
  return (
    <Dialog
      title={texts.list.rename}
      width="small"
      onClose={onClose}
      foot={
        <Button look="primary" disabled={words === ''} onClick={keep}>
          {texts.list.rename}
        </Button>
      }
    >
      <TextField
        aria-label={texts.list.title}
        autoFocus
        value={text}
        onFocus={event => event.target.select()}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing || event.key !== 'Enter' || words === '') return
          event.preventDefault()
          keep()
        }}
      />
    </Dialog>
  )
}
