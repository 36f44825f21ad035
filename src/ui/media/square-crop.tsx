import { type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { text } from '../text.ts'

/** The visible part: its centre as shares of the picture (0 to 1), and the zoom factor. */
export type Crop = { x: number; y: number; zoom: number }

const FULL: Crop = { x: 0.5, y: 0.5, zoom: 1 }
const MAX_ZOOM = 4
/** Pixels of the canvas and of the resulting square. */
const SIZE = 640

/** Returns the visible square in pixels of the picture. It never goes beyond the picture's edges. */
export function squareOf(width: number, height: number, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom
  const left = clamp(x * width - side / 2, 0, width - side)
  const top = clamp(y * height - side / 2, 0, height - side)
  return { left, top, side }
}

/** Returns `crop` moved by shares of the square's side, limited to the picture. */
export function moved(width: number, height: number, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = squareOf(width, height, crop)
  const next = { ...crop, x: (left + side / 2 + right * side) / width, y: (top + side / 2 + down * side) / height }
  const square = squareOf(width, height, next)
  return { ...next, x: (square.left + side / 2) / width, y: (square.top + side / 2) / height }
}

function clamp(value: number, min: number, max: number) {
  return Math.min(Math.max(value, min), max)
}

/** Crops a picture to a square by dragging or with three sliders. `canvas` contains the result. */
export function SquareCrop({ picture, canvas }: { picture: ImageBitmap; canvas: RefObject<HTMLCanvasElement | null> }) {
  const [crop, setCrop] = useState(FULL)
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const { width, height } = picture

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { left, top, side } = squareOf(width, height, crop)
    context.fillStyle = '#fff' // below transparent parts, because the photo becomes a JPEG
    context.fillRect(0, 0, SIZE, SIZE)
    context.drawImage(picture, left, top, side, side, 0, 0, SIZE, SIZE)
  }, [picture, canvas, width, height, crop])

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    const from = dragged.current
    if (!from) return
    const shownWidth = event.currentTarget.clientWidth
    dragged.current = { x: event.clientX, y: event.clientY }
    setCrop((current) =>
      moved(width, height, current, (from.x - event.clientX) / shownWidth, (from.y - event.clientY) / shownWidth),
    )
  }

  const { side } = squareOf(width, height, crop)
  return (
    <div className="crop">
      <canvas
        ref={canvas}
        width={SIZE}
        height={SIZE}
        role="img"
        aria-label={text.crop.preview}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = null
        }}
        onPointerCancel={() => {
          dragged.current = null
        }}
      />
      <div className="stack gap-2">
        <p className="small dim">{text.crop.hint}</p>
        <Slider
          label={text.crop.zoom}
          value={(crop.zoom - 1) / (MAX_ZOOM - 1)}
          onChange={(share) =>
            setCrop((current) => moved(width, height, { ...current, zoom: 1 + share * (MAX_ZOOM - 1) }, 0, 0))
          }
        />
        <Slider
          label={text.crop.across}
          value={shareOf(crop.x, side / width)}
          disabled={width - side < 1}
          onChange={(share) => setCrop((current) => ({ ...current, x: placeOf(share, side / width) }))}
        />
        <Slider
          label={text.crop.down}
          value={shareOf(crop.y, side / height)}
          disabled={height - side < 1}
          onChange={(share) => setCrop((current) => ({ ...current, y: placeOf(share, side / height) }))}
        />
      </div>
    </div>
  )
}

/**
 * Returns the position of the square between two edges, from 0 to 1, by its centre and size as shares of the picture.
 */
function shareOf(middle: number, size: number) {
  return size >= 1 ? 0.5 : clamp((middle - size / 2) / (1 - size), 0, 1)
}

function placeOf(share: number, size: number) {
  return size / 2 + share * (1 - size)
}

type SliderProps = { label: string; value: number; disabled?: boolean; onChange: (share: number) => void }

function Slider({ label, value, disabled, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={2}
        value={Math.round(value * 100)}
        disabled={disabled}
        onChange={(event) => onChange(event.target.valueAsNumber / 100)}
      />
    </div>
  )
}
