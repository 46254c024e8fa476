/// Cropping and scaling of pixel maps.
extension PixelMap {
    /// Returns the center of the picture with a given ratio of width to height. Both ends of the
    /// longer side are cut equally.
    public func cropped(to shape: Double) -> PixelMap {
        let fullHeightWidth = Double(height) * shape
        let fullWidthHeight = Double(width) / shape
        let across = min(width, max(1, Int(fullHeightWidth.rounded()))),
            down = min(height, max(1, Int(fullWidthHeight.rounded())))
        guard across < width || down < height else { return self }
        let left = (width - across) / 2
        let top = (height - down) / 2
        var croppedBytes: [UInt8] = []
        croppedBytes.reserveCapacity(across * down * 3)
        for row in top..<(top + down) {
            let start = (row * width + left) * 3
            croppedBytes += bytes[start..<(start + across * 3)]
        }
        return PixelMap(width: across, height: down, bytes: croppedBytes) ?? self
    }

    /// Returns the picture at the largest size within these limits, with its own proportions.
    public func fitted(width maximumWidth: Int, height maximumHeight: Int) -> PixelMap {
        let share = min(Double(maximumWidth) / Double(width), Double(maximumHeight) / Double(height))
        return scaled(
            width: min(maximumWidth, max(1, Int((Double(width) * share).rounded()))),
            height: min(maximumHeight, max(1, Int((Double(height) * share).rounded()))))
    }

    /// Returns the picture at another size, at most `longestSide` pixels a side.
    public func scaled(width across: Int, height down: Int) -> PixelMap {
        let sides = 1...PixelMap.longestSide
        let across = min(max(across, sides.lowerBound), sides.upperBound), down = min(max(down, 1), sides.upperBound)
        guard across != width || down != height else { return self }
        var scaledBytes: [UInt8] = []
        scaledBytes.reserveCapacity(across * down * 3)
        for row in 0..<down {
            let rows = Double(row) / Double(down)...Double(row + 1) / Double(down)
            for column in 0..<across {
                let columns = Double(column) / Double(across)...Double(column + 1) / Double(across)
                let color = color(across: columns, down: rows)
                scaledBytes += [color.red, color.green, color.blue]
            }
        }
        return PixelMap(width: across, height: down, bytes: scaledBytes) ?? self
    }
}
