# Fits a line to points by gradient descent. Prints the loss of each epoch and draws it as a picture.
out="${GPU_RENTAL_RESULTS:-outputs}"
mkdir -p "$out"
awk -F, -v epochs="${EPOCHS:-40}" -v rate="${RATE:-0.3}" -v picture="$out/loss.svg" '
  { x[NR] = $1; y[NR] = $2 }
  END {
    for (epoch = 1; epoch <= epochs; epoch++) {
      slope = shift = loss = 0
      for (i = 1; i <= NR; i++) {
        error = a * x[i] + b - y[i]
        slope += error * x[i] / NR
        shift += error / NR
        loss += error * error / NR
      }
      a -= rate * slope
      b -= rate * shift
      if (epoch == 1) first = loss
      printf "epoch %d loss=%.4f\n", epoch, loss
      fflush()
      path = path (epoch == 1 ? "M" : " L") epoch * 400 / epochs "," 220 - 200 * loss / first
      system("sleep 0.3")
    }
    printf "y = %.3f x + %.3f\n", a, b
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 420 240\">" > picture
    print "<rect width=\"420\" height=\"240\" fill=\"#fff\"/>" > picture
    print "<path d=\"" path "\" fill=\"none\" stroke=\"#06c\" stroke-width=\"3\"/></svg>" > picture
  }' points.csv
