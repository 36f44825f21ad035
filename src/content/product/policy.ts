type Viewer = { id: string; admitted?: boolean | undefined }

/** Returns whether the viewer may order the seller's products. Members may, except their own. */
export function mayOrderFrom(viewer: Viewer | null, sellerId: string | undefined): boolean {
  return viewer !== null && viewer.admitted !== false && viewer.id !== sellerId
}
