import { expect, test } from 'vitest'
import { moved, squareOf } from './square-crop.tsx'

const middle = { x: 0.5, y: 0.5, zoom: 1 }

test('the square starts at the full short side, in the centre', () => {
  expect(squareOf(300, 200, middle)).toEqual({ left: 50, top: 0, side: 200 })
  expect(squareOf(200, 300, { ...middle, zoom: 2 })).toEqual({ left: 50, top: 100, side: 100 })
})

test('the square never goes beyond an edge, however far it is moved', () => {
  const far = moved(300, 200, middle, 99, 99)
  expect(squareOf(300, 200, far)).toEqual({ left: 100, top: 0, side: 200 })
  // It moves back immediately, without first being dragged back through the area outside the picture.
  expect(squareOf(300, 200, moved(300, 200, far, -0.25, 0))).toEqual({ left: 50, top: 0, side: 200 })
})

test('zooming out moves the square back inside', () => {
  const corner = moved(300, 200, { ...middle, zoom: 4 }, 99, 99)
  expect(squareOf(300, 200, corner)).toEqual({ left: 250, top: 150, side: 50 })
  expect(squareOf(300, 200, moved(300, 200, { ...corner, zoom: 1 }, 0, 0))).toEqual({ left: 100, top: 0, side: 200 })
})
