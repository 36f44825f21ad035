import '#ui/styles/reading.css'
import '#ui/styles/app.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { FileField, type PickedFile } from '#ui/form/file-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

/** Shows components in variants that no page of the site uses, and each date field's value in an output. */
function Parts() {
  const [day, setDay] = useState('2026-11-28')
  const [moment, setMoment] = useState('')
  const [days, setDays] = useState<string[]>([])
  const [range, setRange] = useState({ from: '', to: '' })
  const [limited, setLimited] = useState('')
  const [inside, setInside] = useState('')
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<PickedFile | null>(null)
  return (
    <form className="stack gap-5 mid" aria-label="Parts" onSubmit={(event) => event.preventDefault()}>
      <h1>Parts</h1>
      <TextField label="Before" />
      <DateField label="Day" hint="A hint of the page." value={day} onChange={setDay} />
      <output data-of="day">{day}</output>
      <DateField label="Moment" time value={moment} onChange={setMoment} error="The page's own message." />
      <output data-of="moment">{moment}</output>
      <DateField label="Days" mode="multiple" maxCount={2} value={days} onChange={setDays} optional />
      <output data-of="days">{days.join()}</output>
      <DateField label="Range" mode="range" value={range} onChange={setRange} />
      <output data-of="range">{`${range.from}/${range.to}`}</output>
      <DateField
        label="Limited"
        min="2026-11-10"
        max="2026-11-20"
        disabledDates={['2026-11-12']}
        disabledWeekdays={[0]}
        value={limited}
        onChange={setLimited}
      />
      <output data-of="limited">{limited}</output>
      <FileField
        label="Voice"
        accept="audio/*,image/*"
        maxSeconds={3}
        file={file}
        onPick={(picked, recorded) =>
          setFile({
            name: picked.name,
            size: picked.size,
            kind: picked.type.startsWith('audio/') ? 'audio' : 'image',
            previewUrl: URL.createObjectURL(picked),
            state: 'sent',
            recorded,
          })
        }
        onRemove={() => setFile(null)}
      />
      <FileField label="Picture" accept="image/*" file={null} onPick={() => {}} onRemove={() => {}} />
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Dialog" dismissible={false}>
        <DateField label="Inside" value={inside} onChange={setInside} />
        <output data-of="inside">{inside}</output>
        <TextField label="After" />
      </Dialog>
    </form>
  )
}

const place = document.getElementById('parts')
if (place) createRoot(place).render(<Parts />)
